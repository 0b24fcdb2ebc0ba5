import { isIPv6 } from 'node:net';

/**
 * The network that limits are kept for: of IPv4 the address, of IPv6 the first 64 bits, since that
 * is what one connection is given, with more addresses than could ever be counted.
 */
export function networkOf(ip: string): string {
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip) ?? [];
  if (mapped) return mapped;
  const [address = ''] = ip.split('%');
  if (!isIPv6(address)) return ip;
  const [head = '', tail] = address.split('::');
  const first = head === '' ? [] : head.split(':');
  const last = tail ? tail.split(':') : [];
  // '::' stands for as many groups of zeros as are missing.
  const zeros = tail === undefined ? 0 : 8 - first.length - last.length;
  const groups = [...first, ...Array<string>(zeros).fill('0'), ...last];
  const network = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(':')}::/64`;
}
