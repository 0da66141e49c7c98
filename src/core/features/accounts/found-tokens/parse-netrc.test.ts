import { describe, expect, it } from 'vitest'
import { parseNetrc } from './parse-netrc.ts'
import { parseNpmrc } from './parse-npmrc.ts'

describe('parseNetrc', () => {
  it.each([
    ['one line', 'machine git.example login maya password s3', [['git.example', 's3', 1]]],
    [
      'several lines',
      '# mine\nmachine GIT.example\n  login maya\n\n  password s3\n',
      [['git.example', 's3', 5]],
    ],
    [
      'two entries of a host',
      'machine a login x password 1\nmachine a login y password 2\r\n',
      [
        ['a', '1', 1],
        ['a', '2', 2],
      ],
    ],
    ['a port', 'machine git.example:8443 password s3', [['git.example:8443', 's3', 1]]],
    ['a quoted password', 'machine a password "s 3 \\" 4"', [['a', 's 3 " 4', 1]]],
    ['a password like a keyword', 'machine a password machine', [['a', 'machine', 1]]],
    ['a password like a comment', 'machine a password #3', [['a', '#3', 1]]],
    ['a default entry', 'default login x password s3', []],
    ['a default entry after another', 'machine a password 1\ndefault password 2', [['a', '1', 1]]],
    [
      'a macro',
      'machine a\nmacdef init\npassword no\nmachine b password no\n\npassword s3',
      [['a', 's3', 6]],
    ],
    ['a comment', '# machine a password no\nmachine b # password no\npassword 1', [['b', '1', 3]]],
    ['no end', 'machine a password', []],
    ['nothing', '', []],
  ] as const)('parses %s', (_, text, expected) => {
    expect(parseNetrc(text).map(({ host, secret, line }) => [host, secret, line])).toEqual(expected)
  })
})

describe('parseNpmrc', () => {
  it.each([
    ['a host', '//git.example/:_authToken=s3', [['git.example', '/', 's3', 1]]],
    [
      'a registry',
      '; mine\n//GIT.example:8443/api/v4/packages/npm/:_authToken = "s3"\n',
      [['git.example:8443', '/api/v4/packages/npm/', 's3', 2]],
    ],
    ['a quoted key', '"//git.example/:_authToken"=s3', [['git.example', '/', 's3', 1]]],
    ['no slash', '//git.example:_authToken=s3', [['git.example', '', 's3', 1]]],
    ['a variable', '//git.example/:_authToken=${NPM_TOKEN}', []],
    ['other keys', '_authToken=no\n//git.example/:_password=no\n//git.example/:username=x', []],
    ['comments', '#//git.example/:_authToken=no\n;//git.example/:_authToken=no', []],
    ['no secret', '//git.example/:_authToken=', []],
  ] as const)('parses %s', (_, text, expected) => {
    expect(
      parseNpmrc(text).map(({ host, path, secret, line }) => [host, path, secret, line]),
    ).toEqual(expected)
  })
})
