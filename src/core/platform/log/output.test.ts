import { expect, it } from 'vitest'
import { ignoreOutputErrors, printError } from './output.ts'

const closed = () => {
  throw Object.assign(new Error('write EPIPE'), { code: 'EPIPE' })
}

it("continues if the output isn't read", () => {
  const stream = { on: () => undefined, write: closed }
  expect(() => printError({ stdout: stream, stderr: stream }, 'a line')).not.toThrow()
})

it('continues without any output', () => {
  const process = {
    get stdout(): never {
      return closed()
    },
    get stderr(): never {
      return closed()
    },
  }
  expect(() => ignoreOutputErrors(process)).not.toThrow()
  expect(() => printError(process, 'a line')).not.toThrow()
})
