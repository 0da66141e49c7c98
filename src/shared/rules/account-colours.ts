/** The colors that mark accounts in the switcher. */
export const accountColours = [
  'teal',
  'blue',
  'violet',
  'pink',
  'red',
  'orange',
  'olive',
  'slate',
] as const
export type AccountColour = (typeof accountColours)[number]
