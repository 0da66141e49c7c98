import { expect, it } from 'vitest'
import { blockHistory } from './block-history.ts'

it('shows who blocked a user and when', () => {
  expect(
    blockHistory(
      [
        { key: 'department', value: 'ines/1+2025' },
        { key: 'blocked_by', value: 'ines/1+2025-03-31 16:05:00 UTC' },
        { key: 'unblocked_by', value: 'somebody' },
      ],
      { locale: 'en-GB', timeZone: 'Europe/Berlin' },
    ),
  ).toEqual([{ key: 'blocked_by', text: 'Blocked by @ines, 31 March 2025 at 18:05 CEST' }])
})
