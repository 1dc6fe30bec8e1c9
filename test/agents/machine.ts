const platform = process.platform === 'win32' ? 'windows' : process.platform;

/** This platform, in the format of the names of most platform-specific packages. */
export const machine = `${platform}-${process.arch}`;
