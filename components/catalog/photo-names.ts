/** What a photo is called where its editor gave it no title. */
export function photoTitle(photo: { title: string }, position: number): string {
  return photo.title || `Photo ${position + 1}`;
}
