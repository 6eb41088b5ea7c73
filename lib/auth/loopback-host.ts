/**
 * Whether a Host header names this machine to itself. A page of a stranger can point a name of its own at 127.0.0.1
 * and would then read what listens there; its requests still carry that name.
 */
export function isLoopbackHost(host: string | undefined): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i.test(host ?? '');
}
