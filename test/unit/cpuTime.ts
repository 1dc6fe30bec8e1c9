/** The processor time of this process so far. Unlike the clock it does not depend on what else the machine is doing. */
export function cpuTimeMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
