import { type AccountColour, accountColours } from '../../shared/rules/account-colours.ts'

/** The background color for a user’s initials, the same on every screen. */
export function userColour(id: number): AccountColour {
  return accountColours[id % accountColours.length]!
}
