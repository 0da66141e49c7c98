import { describe, expect, it } from 'vitest'
import { mayOpenOutside } from './external-links.ts'

const instances = ['https://git.example.org/sub', 'http://127.0.0.1:8080']

describe('a link', () => {
  it.each(['https://anything.example/x', 'http://127.0.0.1:8080/ada', 'https://git.example.org'])(
    '%s may be opened',
    (link) => expect(mayOpenOutside(link, instances)).toBe(true),
  )

  it.each([
    'http://git.example.org',
    'http://127.0.0.1:9090/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'latchkey://do',
    'smb://host/share',
    'https://user:password@example.org',
    'no link',
    '',
  ])('%s may not', (link) => expect(mayOpenOutside(link, instances)).toBe(false))
})
