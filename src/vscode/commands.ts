/** Every command of the extension, by the name the code uses for it. `package.json` lists the same ones. */
export const COMMANDS = {
  newSession: 'accord.newSession',
  selectAgent: 'accord.selectAgent',
  prompt: 'accord.prompt',
  cancel: 'accord.cancel',
  restartAgent: 'accord.restartAgent',
  followAgent: 'accord.followAgent',
  unfollowAgent: 'accord.unfollowAgent',
  showTraffic: 'accord.showTraffic',
  addToAgent: 'accord.addToAgent',
  addGitDiff: 'accord.addGitDiff',
  addProblems: 'accord.addProblems',
  signIn: 'accord.signIn',
  signOut: 'accord.signOut',
} as const;
