import { describe, expect, it } from 'vitest'
import { toPlainNotes } from './plain-notes.ts'

describe('toPlainNotes', () => {
  it('keeps plain text', () => {
    expect(toPlainNotes('## New\n\n- A tray icon')).toBe('## New\n\n- A tray icon')
    expect(toPlainNotes(null)).toBe('')
    expect(toPlainNotes(undefined)).toBe('')
  })

  it('turns HTML into readable text', () => {
    const html = '<h2>New</h2><ul><li>Trays &amp; menus</li><li>a &lt;b&gt; c</li></ul><p>End</p>'
    expect(toPlainNotes(html)).toBe('New\n\n• Trays & menus\n• a <b> c\n\nEnd')
  })

  it('adds version headings to notes for multiple versions', () => {
    const several = [
      { version: '1.2.0', note: '<p>Second</p>' },
      { version: '1.1.0', note: null },
    ]
    expect(toPlainNotes(several)).toBe('1.2.0\nSecond\n\n1.1.0')
  })

  it.each([
    ['<script>alert(1)</script>Hello', 'Hello'],
    ['<img src=x onerror=alert(1)>Hello', 'Hello'],
    ['<a href="https://evil.example">Hello</a>', 'Hello'],
    ['\u202eolleH\u001b[31m', 'olleH[31m'],
    ['Hel\u061c\u200blo\r\n&#x2800;two', 'Hello\ntwo'],
    ['&#x110000;&#0;&unknown;', '&#x110000;&#0;&unknown;'],
  ])('reduces %j to text', (notes, text) => expect(toPlainNotes(notes)).toBe(text))

  it('truncates long notes', () => expect(toPlainNotes('a'.repeat(1_000_000))).toHaveLength(20_001))
})
