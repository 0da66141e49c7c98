import { bodyTooLarge, unreadableBody, unsupportedType } from './errors.ts'
import { readUpload } from './uploads.ts'

/** Raw parameters: strings, JSON values, files, lists (`name[]`), and maps (`name[key]`). */
export type RawParameters = Readonly<Record<string, unknown>>

/** In bytes. Larger bodies are rejected without being read. */
export const bodyLimit = 10 * 1024 * 1024

/** All parameters from a request's path, body, and query, in this order of precedence. */
export async function readParameters(
  request: Request,
  path: Record<string, string>,
): Promise<RawParameters> {
  const query = parseNames([...new URL(request.url).searchParams])
  return Object.assign(createBag(), query, await readBody(request), path)
}

async function readBody(request: Request): Promise<RawParameters> {
  if (request.method === 'GET' || request.method === 'HEAD') return createBag()
  const bytes = await readBytes(request)
  if (bytes.length === 0) return createBag()
  const header = request.headers.get('content-type') ?? ''
  const type = header.split(';')[0]!.trim().toLowerCase()
  if (type === 'application/json') return jsonObject(bytes)
  if (type === 'application/x-www-form-urlencoded' || type === '') {
    return parseNames([...new URLSearchParams(new TextDecoder().decode(bytes))])
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

function jsonObject(bytes: Uint8Array): RawParameters {
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw unreadableBody()
  }
  // Only objects have parameter names; lists and scalars are ignored.
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.assign(createBag(), value)
    : createBag()
}

async function multipart(bytes: Uint8Array<ArrayBuffer>, type: string): Promise<RawParameters> {
  try {
    const form = await new Response(bytes, { headers: { 'content-type': type } }).formData()
    const entries = [...form].map(async ([name, value]) => [name, await readUpload(value)] as const)
    return parseNames(await Promise.all(entries))
  } catch {
    throw unreadableBody()
  }
}

/** Parses `name[]=a` into lists and `name[key]=a` into maps. For a plain name, the last value wins. */
function parseNames(entries: (readonly [string, unknown])[]): RawParameters {
  const parameters = createBag()
  for (const [name, value] of entries) {
    const [, base, key] = /^([^[\]]+)\[([^[\]]*)\]$/.exec(name) ?? []
    if (base === undefined) parameters[name] = value
    else if (key === '')
      (parameters[base] = Array.isArray(parameters[base]) ? parameters[base] : []).push(value)
    else (parameters[base] = isBag(parameters[base]) ? parameters[base] : createBag())[key!] = value
  }
  return parameters
}

/** An object without a prototype, so names from outside can't reach built-in properties. */
function createBag(): Record<string, unknown> {
  return Object.create(null) as Record<string, unknown>
}

function isBag(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === null
}
