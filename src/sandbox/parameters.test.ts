import { describe, expect, it } from 'vitest'
import { ApiError } from './errors.ts'
import {
  allOf,
  allOrNoneOf,
  atLeastOneOf,
  boolean,
  checkParameters,
  choice,
  date,
  file,
  integer,
  list,
  map,
  moment,
  required,
  text,
} from './parameters.ts'
import type { Declaration, Rule } from './parameters.ts'
import { Upload } from './uploads.ts'

function complaint(declaration: Declaration, given: Record<string, unknown>, rules: Rule[] = []) {
  try {
    return checkParameters(declaration, given, rules)
  } catch (error) {
    return (error as ApiError).body
  }
}

const upload = new Upload('me.png', 'image/png', new Uint8Array([1]))

describe('checkParameters', () => {
  it('reports all errors in the order of the declaration', () => {
    const declaration = {
      name: required(text()),
      scopes: required(list(text())),
      days: integer(),
      type: choice(['Project', 'Namespace']),
    }
    expect(complaint(declaration, { days: 'many', type: 'project' })).toEqual({
      error:
        'name is missing, scopes is missing, days is invalid, type does not have a valid value',
    })
  })

  it('distinguishes missing from null and drops undeclared parameters', () => {
    const declaration = { message: text(), emoji: text() }
    expect(checkParameters(declaration, { message: null, other: 1 })).toEqual({ message: null })
  })

  it('reports each missing parameter of allOf', () => {
    const rules = [allOf('a', 'b', 'c')]
    expect(complaint({}, { b: null }, rules)).toEqual({ error: 'a is missing, c is missing' })
    expect(complaint({}, { a: 1, b: 2, c: 3 }, rules)).toEqual({})
  })

  it('reports atLeastOneOf if all of its parameters are missing', () => {
    const rules = [atLeastOneOf('password', 'reset_password')]
    const declaration = { password: text(), reset_password: boolean() }
    expect(complaint(declaration, {}, rules)).toEqual({
      error: 'password, reset_password are missing, at least one parameter must be provided',
    })
    expect(complaint(declaration, { password: 'x' }, rules)).toEqual({ password: 'x' })
  })

  it('reports parameters that must be given together', () => {
    const rules = [allOrNoneOf('extern_uid', 'provider')]
    const declaration = { extern_uid: text(), provider: text() }
    expect(complaint(declaration, { provider: 'x' }, rules)).toEqual({
      error: 'extern_uid, provider provide all or none of parameters',
    })
    expect(complaint(declaration, {}, rules)).toEqual({})
  })

  it.each([
    ['text', text(), 'a', 'a'],
    ['text from a number', text(), 5, '5'],
    ['empty text', text(), '', ''],
    ['integer', integer(), 5, 5],
    ['integer from text', integer(), '-5', -5],
    ['integer from empty text', integer(), '', null],
    ['true', boolean(), 'true', true],
    ['false', boolean(), 0, false],
    ['boolean from null', boolean(), null, false],
    ['choice', choice(['a', 'b']), 'b', 'b'],
    ['choice from null', choice(['a', 'b']), null, null],
    ['date', date(), '2024-02-29', '2024-02-29'],
    ['date from a date-time', date(), '2024-02-29T12:00:00Z', '2024-02-29'],
    ['list', list(text()), ['a', 'b'], ['a', 'b']],
    ['list from comma-separated text', list(text()), 'a,b', ['a', 'b']],
    ['list from null', list(text()), null, []],
    ['list of numbers', list(integer()), ['1', 2], [1, 2]],
    ['moment', moment(), '2024-02-29T12:30:00+02:00', '2024-02-29T10:30:00.000Z'],
    ['moment from a date', moment(), '2024-02-29', '2024-02-29T00:00:00.000Z'],
    ['moment without a zone', moment(), '2024-02-29 12:30:01.5', '2024-02-29T12:30:01.500Z'],
    ['map', map(text()), { a: 'x', b: 1 }, { a: 'x', b: '1' }],
    ['file', file(), upload, upload],
  ])('reads %s', (_, parameter, given, value) => {
    expect(complaint({ given: parameter }, { given })).toEqual({ given: value })
  })

  it.each([
    ['text given as a list', text(), ['a']],
    ['text with a zero byte', text(), 'a\0'],
    ['text with a lone surrogate', text(), '\uD83D'],
    ['integer with a fraction', integer(), '1.5'],
    ['integer beyond the safe range', integer(), '99999999999999999999'],
    ['boolean given as a word', boolean(), 'perhaps'],
    ['boolean given as a list', boolean(), ['true']],
    ['boolean given as an object without a string form', boolean(), { toString: 'true' }],
    ['date in another order', date(), '29.02.2024'],
    ['date that does not exist', date(), '2023-02-29'],
    ['list with invalid items', list(integer()), ['x']],
    ['list given as a map', list(text()), { a: 1 }],
    ['file given as text', file(), 'me.png'],
    ['file given as a similar object', file(), { ...upload }],
    ['file without a name', file(), new Upload('', '', new Uint8Array())],
    ['required date that is null', required(date()), null],
    ['moment that does not exist', moment(), '2023-02-29T00:00:00Z'],
    ['moment with hour 25', moment(), '2023-02-28T25:00:00Z'],
    ['moment whose plus was decoded as a space', moment(), '2023-02-28T12:00:00 02:00'],
    ['map given as text', map(text()), 'a'],
    ['map given as a list', map(text()), ['a']],
    ['map with invalid values', map(integer()), { a: 'x' }],
    ['map with a zero byte in a name', map(text()), { 'a\0': 'x' }],
  ])('rejects %s', (_, parameter, given) => {
    expect(complaint({ given: parameter }, { given })).toEqual({ error: 'given is invalid' })
  })
})
