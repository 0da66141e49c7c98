/** Time and chance, passed in so that tests need not wait. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  /** A number from 0 up to, not including, 1. */
  random(): number
  /** Calls back after so many milliseconds, unless what it returns is called before. */
  after(milliseconds: number, callback: () => void): () => void
}
