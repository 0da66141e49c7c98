import type { FileSecret } from './parse-netrc.ts'

/** `//host:port/path/:_authToken=secret`; the key or the secret may be quoted. */
const tokenLine = /^["']?\/\/([^/:\s]+(?::\d+)?)(\/\S*?)?:_authToken["']?\s*=\s*(.+)$/

/** The tokens in an npm configuration, leaving out references to variables. */
export function parseNpmrc(text: string): FileSecret[] {
  return text.split(/\r?\n/).flatMap((line, index) => {
    const [, host, path = '', value = ''] = tokenLine.exec(line.trim()) ?? []
    const secret = value.replace(/^(["'])(.*)\1$/, '$2')
    if (!host || !secret || secret.includes('${')) return []
    return [{ host: host.toLowerCase(), path, secret, line: index + 1 }]
  })
}
