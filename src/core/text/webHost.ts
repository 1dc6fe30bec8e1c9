/**
 * The host of a web address, or `undefined` if programs could disagree about it. VS Code decodes `%40` in a host to `@`,
 * browsers take `\` for `/`, and both rewrite numbers and compatibility characters, so that another host than the one
 * shown would be opened. The user name before `@` is not part of the host.
 */
export function getWebHost(url: string): string | undefined {
  const [, host = ''] = /^https?:\/\/(?:[^/?#@\\%]*@)?([^/?#@\\]+)(?:[/?#]|$)/i.exec(url) ?? [];
  const [, name = '', address] = HOST.exec(host) ?? [];
  if (address !== undefined) {
    return host;
  }
  const isCanonical = name !== '' && name.normalize('NFKC') === name;
  return isCanonical && (!LAST_LABEL_IS_NUMBER.test(name) || IPV4.test(name)) ? host : undefined;
}

/** A name or an IPv6 address, and a port. */
const HOST =
  /^(?:([\p{L}\p{M}\p{N}_-]+(?:\.[\p{L}\p{M}\p{N}_-]+)*\.?)|(\[[\da-f:.]+\]))(?::\d{1,5})?$/iu;
/** Browsers take such a name for an IPv4 address: `0x7f.1` and `2130706433` are 127.0.0.1. */
const LAST_LABEL_IS_NUMBER = /(?:^|\.)(?:\d+|0x[\da-f]*)\.?$/i;
const IPV4 = /^(?:(?:0|[1-9]\d{0,2})\.){3}(?:0|[1-9]\d{0,2})$/;
