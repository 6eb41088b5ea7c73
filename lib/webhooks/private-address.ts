import { BlockList, isIP } from 'node:net';

/** Loopback, private, link-local (cloud metadata among them), shared, multicast, documentation and reserved ranges. */
const ranges: readonly [string, number, 'ipv4' | 'ipv6'][] = [
  ['0.0.0.0', 8, 'ipv4'],
  ['10.0.0.0', 8, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'],
  ['127.0.0.0', 8, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.0.0.0', 24, 'ipv4'],
  ['192.0.2.0', 24, 'ipv4'],
  ['192.88.99.0', 24, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['198.18.0.0', 15, 'ipv4'],
  ['198.51.100.0', 24, 'ipv4'],
  ['203.0.113.0', 24, 'ipv4'],
  ['224.0.0.0', 3, 'ipv4'],
];
const blocked = new BlockList();
for (const range of ranges) blocked.addSubnet(...range);
/** Global unicast but for documentation and the ranges that carry IPv4 addresses (6to4, Teredo). */
const globalUnicast = new BlockList();
globalUnicast.addSubnet('2000::', 3, 'ipv6');
const carriers = new BlockList();
for (const [net, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
] as const)
  carriers.addSubnet(net, bits, 'ipv6');

/**
 * True of every address that is not plainly on the open internet, whatever it is written as. For IPv6 the rule is
 * turned round: what is not global unicast is refused, mapped and translated IPv4 included.
 */
export function isPrivateAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return blocked.check(address, 'ipv4');
  if (family !== 6) return true;
  return !globalUnicast.check(address, 'ipv6') || carriers.check(address, 'ipv6');
}
