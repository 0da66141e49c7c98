// lib/gitlab/access.rb
const names: Record<number, string> = {
  0: 'No access',
  5: 'Minimal access',
  10: 'Guest',
  15: 'Planner',
  20: 'Reporter',
  30: 'Developer',
  40: 'Maintainer',
  50: 'Owner',
  60: 'Administrator',
}

/** The level from which somebody owns a group or a project. */
export const ownerLevel = 50

/** A level of access in words; one that is not known is shown as its number. */
export function accessLevelWords(level: number | null | undefined): string {
  if (typeof level !== 'number') return 'Unknown access'
  return names[level] ?? `Level ${level}`
}
