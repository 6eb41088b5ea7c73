/** The list with one member at another place. */
export function moved<T>(list: readonly T[], member: T, to: number): T[] {
  const rest = list.filter((each) => each !== member);
  return [...rest.slice(0, to), member, ...rest.slice(to)];
}
