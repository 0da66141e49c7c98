import { expect, it } from 'vitest'
import { linkTarget } from './external-link.ts'

it('opens https URLs, and http URLs only on the account’s instance', () => {
  expect(linkTarget('https://ada.example/me')).toBe('https://ada.example/me')
  expect(linkTarget(' https://ada.example ')).toBe('https://ada.example/')
  expect(linkTarget('http://127.0.0.1:3000/ada', 'http://127.0.0.1:3000')).toBe(
    'http://127.0.0.1:3000/ada',
  )
  expect(linkTarget('http://127.0.0.1:3001/ada', 'http://127.0.0.1:3000')).toBeUndefined()
  expect(linkTarget('http://127.0.0.1:3000@evil.example/', 'http://127.0.0.1:3000')).toBeUndefined()
  expect(linkTarget('http://ada.example')).toBeUndefined()
})

it.each([
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'data:text/html,<b>',
  'file:///etc/passwd',
  'blob:https://a.example/1',
  'https://user:secret@a.example/',
  '//a.example',
  'a.example',
  '',
])('leaves %j as text', (href) => {
  expect(linkTarget(href, 'https://a.example')).toBeUndefined()
})
