/** What is wrong with the contract at this index, by the paths inside it. */
export function errorsBelow(
  errors: Readonly<Record<string, string>>,
  index: number,
): Readonly<Record<string, string>> {
  const prefix = `${index}.`;
  return Object.fromEntries(
    Object.entries(errors).flatMap(([path, message]) =>
      path.startsWith(prefix) ? [[path.slice(prefix.length), message]] : [],
    ),
  );
}
