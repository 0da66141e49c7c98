import { type ResponseAttack, answers, profile } from './answer-attack.ts'
import { bodies, compressed } from './body-answers.ts'
import { lists, pictures } from './list-answers.ts'
import { protocol, redirects } from './protocol-answers.ts'
import { answerJson, defaultUser } from './service.ts'

/** All hostile responses. */
export const hostileResponses: readonly ResponseAttack[] = [
  ...compressed(),
  ...bodies(),
  ...values(),
  ...redirects(),
  ...protocol(),
  ...lists(),
  ...pictures(),
]

function values(): ResponseAttack[] {
  const record = (name: string, value: object | string, mustFail = false) =>
    answers(name, mustFail, (response) => answerJson(response, value))
  return [
    record('numbers as identities', { ...defaultUser, identities: Array(1_000).fill(1) }),
    record('invalid dates', {
      ...defaultUser,
      created_at: 'NaN',
      last_activity_on: '9999-99-99',
    }),
    record('bidirectional control characters in names', {
      ...defaultUser,
      name: '\u202Ead\u2066a\u0000',
      username: '\u202E',
    }),
    record('an ID that isn’t a number', { ...defaultUser, id: '1; DROP TABLE users' }, true),
    record('an oversized ID', `{"id":1e400,"username":"ada","name":"Ada"}`, true),
    record('every field of a wrong type', {
      ...defaultUser,
      name: {},
      username: [],
      state: 7,
      is_admin: 'yes',
    }),
    record(
      '__proto__',
      `{"__proto__":{"is_admin":true},"constructor":{"prototype":{}},${profile.slice(1)}`,
    ),
    record('a name of 900 kB', { ...defaultUser, name: 'x'.repeat(900_000) }),
    record('a lone surrogate', `{"id":1,"username":"ada","name":"\\ud800"}`),
    answers('the token in every encoding', false, (response, { token }) =>
      answerJson(
        response,
        {
          ...defaultUser,
          name: token,
          bio: Buffer.from(token).toString('base64'),
          web_url: `https://x/?${encodeURIComponent(token)}`,
        },
        { 'x-token': token, link: `<https://x/?t=${token}>; rel="next"` },
      ),
    ),
    answers('the token in an error response', true, (response, { token }) =>
      answerJson(response, { message: `${token} is wrong`, error: token }, { 'x-t': token }, 401),
    ),
    answers(
      'the token in a redirect',
      true,
      (response, { token, elsewhere }) =>
        void response.writeHead(302, { location: `${elsewhere}/?t=${token}` }).end(),
    ),
  ]
}
