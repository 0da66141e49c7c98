import { type TestServer, startServer } from './http-server.ts'

const parameters = [
  'auditor',
  'shared_runners_minutes_limit',
  'extra_shared_runners_minutes_limit',
  'group_id_for_saml',
  // Gone with GitLab 18.
  'skype',
]
const fields = [
  'is_auditor',
  'shared_runners_minutes_limit',
  'extra_shared_runners_minutes_limit',
  'saml_provider_id',
  'skype',
]

/** Stands in front of a sandbox as a GitLab 18 CE, which drops what it does not know from requests without a word. */
export function startCommunityEdition(sandbox: string): Promise<TestServer> {
  return startServer(async ({ method, url, headers, body }, response) => {
    const type = headers['content-type'] ?? ''
    const isJson = type.includes('json') && body !== ''
    const answer = await fetch(sandbox + url, {
      method,
      headers: {
        'private-token': String(headers['private-token'] ?? ''),
        ...(isJson && { 'content-type': type }),
      },
      ...(isJson && { body: JSON.stringify(without(JSON.parse(body), parameters)) }),
    })
    const text = await answer.text()
    const isJsonAnswer = answer.headers.get('content-type')?.includes('json')
    response.writeHead(answer.status, Object.fromEntries(kept(answer.headers)))
    response.end(isJsonAnswer ? JSON.stringify(without(JSON.parse(text), fields)) : text)
  })
}

function kept(headers: Headers): [string, string][] {
  return [...headers].filter(([name]) => /^(content-type|link|x-.*)$/.test(name))
}

function without(value: unknown, names: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((item) => without(item, names))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !names.includes(name))
      .map(([name, inner]) => [name, without(inner, names)]),
  )
}
