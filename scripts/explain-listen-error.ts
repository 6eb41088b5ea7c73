/** Why nobody can listen at an address, in a sentence that says what to do. `code` is that of Node's error. */
export function explainListenError(
  code: string | undefined,
  { host, port }: { host: string; port: number },
): string {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} is taken by another program. End that one, or set PORT to a free one.`;
    case 'EACCES':
      return `This user may not listen on port ${port}. Set PORT to one from 1024 on, and let a proxy stand in front.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `HOST is ${host}, which is no address of this machine. Set it to one, or to 0.0.0.0 for all of them.`;
    default:
      return `Nothing can listen on ${host}, port ${port} (${code}). Correct HOST and PORT.`;
  }
}
