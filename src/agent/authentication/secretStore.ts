/** Stores secrets that only the user and the agents they belong to may know. */
export interface SecretStore {
  get(name: string): Promise<string | undefined>;
  set(name: string, value: string): Promise<void>;
  delete(name: string): Promise<void>;
  /** Asks the user for a secret in a password field. If one is `known`, an empty answer keeps it. */
  ask(request: {
    readonly agentName: string;
    readonly what: string;
    readonly known: boolean;
  }): Promise<string | undefined>;
}
