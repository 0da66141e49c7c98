import { day, addTime } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { insertEmail } from '../database/emails.ts'
import { userByUsername } from '../database/users.ts'

/** Adds more emails to some users. `today` is the start of a day. */
export function seedEmails(db: Database, today: Date): void {
  for (const { username, email, isConfirmed, age } of addresses) {
    const moment = addTime(today, -age * day).toISOString()
    insertEmail(db, {
      user_id: userByUsername(db, username)!.id,
      email,
      confirmed_at: isConfirmed ? moment : null,
      created_at: moment,
    })
  }
}

interface Address {
  username: string
  email: string
  isConfirmed: boolean
  /** In days. */
  age: number
}

const addresses: Address[] = [
  address('ines', 'ines.okafor@tidewater.example', true, 900),
  address('maya.lindqvist', 'maya@tidewater.example', true, 800),
  address('maya.lindqvist', 'maya+maps@private.example', true, 300),
  address('maya.lindqvist', 'maya.new@private.example', false, 1),
  address('layla.h', 'ليلى@بريد.example', true, 200),
  address('onerror', `'onmouseover='alert\`1\`'@evil.example`, false, 20),
  // More than one page of emails.
  ...Array.from({ length: 25 }, (_, index) =>
    address('wordy', `alias${String(index + 1).padStart(2, '0')}@wordy.example`, index % 4 > 0, 60),
  ),
]

function address(username: string, email: string, isConfirmed: boolean, age: number): Address {
  return { username, email, isConfirmed, age }
}
