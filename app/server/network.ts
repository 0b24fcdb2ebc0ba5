import { isIPv6 } from 'node:net';

/**
 * The network by which limits count: an IPv4 address, or the first 64 bits of an IPv6 address,
 * which is what one connection gets, with more addresses than anyone could count.
 */
export function networkOf(ip: string): string {
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip) ?? [];
  if (mapped) return mapped;
  const [address = ''] = ip.split('%');
  if (!isIPv6(address)) return ip;
  const [head = '', tail] = address.split('::');
  const first = head === '' ? [] : head.split(':');
  const last = tail ? tail.split(':') : [];
  // '::' replaces the missing groups of zeros.
  const zeros = tail === undefined ? 0 : 8 - first.length - last.length;
  const groups = [...first, ...Array<string>(zeros).fill('0'), ...last];
  const network = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(':')}::/64`;
}

const WITH_PORT = /^(\d{1,3}(?:\.\d{1,3}){3}):\d{1,5}$/;
const IN_BRACKETS = /^\[([\da-f:.]+)\](?::\d{1,5})?$/i;

/**
 * The addresses of an X-Forwarded-For without the ports that some proxies add (Azure's gateway,
 * IIS), with which each connection would be a separate network, and no trusted proxy be recognised.
 */
export function withoutPorts(forwarded: string): string {
  const addresses = forwarded.split(',').map((each) => {
    const entry = each.trim();
    return (WITH_PORT.exec(entry) ?? IN_BRACKETS.exec(entry))?.[1] ?? entry;
  });
  return addresses.join(', ');
}
