import { readParameters } from '../request-parameters.ts'

/** Returns a request's parameter as text; empty if it is missing. */
export type Fields = (name: string) => string

/** Reads the parameters in a request's query and body. */
export async function readFields(request: Request): Promise<Fields> {
  const raw = await readParameters(request, {})
  return (name) => {
    const value = raw[name]
    return typeof value === 'string' ? value : ''
  }
}
