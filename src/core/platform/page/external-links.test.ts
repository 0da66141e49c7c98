import { describe, expect, it } from 'vitest'
import { checkExternalLink } from './external-links.ts'

const instances = ['https://git.example.org/sub', 'http://127.0.0.1:8080']

describe('external link', () => {
  it.each([
    'https://anything.example/x',
    'http://127.0.0.1:8080/ada',
    'https://git.example.org/',
    'https://git.example.org/-/profile?name=a%20b#top',
  ])('opens unchanged: %s', (link) => expect(checkExternalLink(link, instances)).toBe(link))

  it('opens with up to 2048 characters', () => {
    const longest = 'https://git.example.org/'.padEnd(2048, 'a')
    expect(checkExternalLink(longest, instances)).toBe(longest)
    expect(checkExternalLink(`${longest}a`, instances)).toBeUndefined()
  })

  it('opens a new email with a subject and a text, encoded again', () => {
    const link = 'mailto:ada.o%27neil+work@mail.example.org'
    expect(checkExternalLink(link, [])).toBe(link)
    expect(checkExternalLink(`${link}?body=It's%20"due"%0D%0A&subject=Q4`, [])).toBe(
      `${link}?body=It%27s%20%22due%22%0D%0A&subject=Q4`,
    )
  })

  it('opens other sites only with https', () => {
    expect(checkExternalLink('https://other.example/', [])).toBe('https://other.example/')
    expect(checkExternalLink('http://127.0.0.1:8080/', [])).toBeUndefined()
  })
})
