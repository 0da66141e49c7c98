import { setCustomAttribute } from '../database/custom-attributes.ts'
import type { Database } from '../database/database.ts'
import { userByUsername } from '../database/users.ts'

/** What administrators noted about the people worth looking at, by username and key. */
const notes: Record<string, Record<string, string>> = {
  ines: { cost_centre: '1000', department: 'Platform' },
  'maya.lindqvist': { cost_centre: '4200', department: 'Maps', shirt: 'M' },
  tomasz: { department: 'Platform' },
  'piotr.zielinski': { blocked_by: 'ines/1+2025-03-31 16:05:00 UTC', department: 'Maps' },
  'visitor-co': { contract_until: '2027-12-31', department: 'Fontaine & Fils' },
  'saml.sue': { cost_centre: '4200', department: 'Maps' },
  onerror: { department: '<script>alert(1)</script>', 'key with spaces & "quotes"': '100%' },
}

/** Stores the notes; with so few of them, two people of one department can be found. */
export function seedCustomAttributes(db: Database): void {
  for (const [username, attributes] of Object.entries(notes)) {
    const user = userByUsername(db, username)
    for (const [key, value] of Object.entries(attributes)) {
      setCustomAttribute(db, user!.id, { key, value })
    }
  }
}
