import { bodyTooLarge, unreadableBody, unsupportedType } from './errors.ts'
import { uploaded } from './uploads.ts'

/** Parameters as they came: texts, JSON values, files, lists (`name[]`) and maps (`name[key]`). */
export type Given = Readonly<Record<string, unknown>>

/** Bytes; a larger body is refused unread. */
export const bodyLimit = 10 * 1024 * 1024

/** Everything that a request says in its query, its body and its path; the path wins, then the body. */
export async function readParameters(
  request: Request,
  path: Record<string, string>,
): Promise<Given> {
  const query = nested([...new URL(request.url).searchParams])
  return Object.assign(bag(), query, await readBody(request), path)
}

async function readBody(request: Request): Promise<Given> {
  if (request.method === 'GET' || request.method === 'HEAD') return bag()
  const bytes = await readBytes(request)
  if (bytes.length === 0) return bag()
  const header = request.headers.get('content-type') ?? ''
  const type = header.split(';')[0]!.trim().toLowerCase()
  if (type === 'application/json') return jsonObject(bytes)
  if (type === 'application/x-www-form-urlencoded' || type === '') {
    return nested([...new URLSearchParams(new TextDecoder().decode(bytes))])
  }
  if (type === 'multipart/form-data') return multipart(bytes, header)
  throw unsupportedType(type)
}

async function readBytes(request: Request): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(request.headers.get('content-length')) > bodyLimit) throw bodyTooLarge()
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of request.body ?? []) {
    length += chunk.length
    if (length > bodyLimit) throw bodyTooLarge()
    chunks.push(chunk)
  }
  return new Uint8Array(Buffer.concat(chunks))
}

function jsonObject(bytes: Uint8Array): Given {
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw unreadableBody()
  }
  // Only an object names parameters; a list or a bare value says nothing.
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.assign(bag(), value)
    : bag()
}

async function multipart(bytes: Uint8Array<ArrayBuffer>, type: string): Promise<Given> {
  try {
    const form = await new Response(bytes, { headers: { 'content-type': type } }).formData()
    const entries = [...form].map(async ([name, value]) => [name, await uploaded(value)] as const)
    return nested(await Promise.all(entries))
  } catch {
    throw unreadableBody()
  }
}

/** Folds `name[]=a` into lists and `name[key]=a` into maps; of a plain name the last one counts. */
function nested(entries: (readonly [string, unknown])[]): Given {
  const given = bag()
  for (const [name, value] of entries) {
    const [, base, key] = /^([^[\]]+)\[([^[\]]*)\]$/.exec(name) ?? []
    if (base === undefined) given[name] = value
    else if (key === '') (given[base] = Array.isArray(given[base]) ? given[base] : []).push(value)
    else (given[base] = isBag(given[base]) ? given[base] : bag())[key!] = value
  }
  return given
}

/** An object without a prototype, so that no name that comes from outside means anything by itself. */
function bag(): Record<string, unknown> {
  return Object.create(null) as Record<string, unknown>
}

function isBag(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === null
}
