const platform = process.platform === 'win32' ? 'windows' : process.platform;

/** This machine, as most packages with a program for one kind of machine are named. */
export const machine = `${platform}-${process.arch}`;
