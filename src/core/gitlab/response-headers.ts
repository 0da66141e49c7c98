/** `Headers`, or a `Map` with names in lower case. */
export interface ResponseHeaders {
  get(name: string): string | null | undefined
  has(name: string): boolean
}
