/** What an editor is told of a photo before the built-in remover is tried on it, from what ingest found. */
export function backdropWarning(facts: object): string | null {
  switch (kindOf(facts)) {
    case 'busy':
      return 'The backdrop of this photo is not plain. The built-in remover is made for plain ones: it may leave parts of it, or take parts of the thing. Look closely at the preview.';
    case 'transparent':
      return 'This photo stands on nothing already: there may be no background to remove.';
    default:
      return null;
  }
}

function kindOf(facts: object): unknown {
  const { classification } = facts as { classification?: { backdrop?: { kind?: unknown } } };
  return classification?.backdrop?.kind;
}
