/** What a stage screen is called that is given no name: the first number that no other one has. */
export function freeName(taken: string[]): string {
  const names = taken.map((name) => name.toLowerCase());
  let number = 1;
  while (names.includes(`screen ${number}`)) number += 1;
  return `Screen ${number}`;
}
