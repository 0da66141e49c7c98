import { describe, expect, it } from 'vitest'
import { createRandom } from '../../src/sandbox/seed/random.ts'
import { slopeOf } from './slope.ts'

/** Creates a sample per minute with a growth per hour and noise in MiB. */
function grow(perHour: number, minutes: number, noise: number) {
  const random = createRandom('slope')
  return Array.from({ length: minutes }, (_, minute) => ({
    time: minute / 60,
    value: 60 + (perHour * minute) / 60 + ((random.below(2001) - 1000) / 1000) * noise,
  }))
}

describe('slopeOf', () => {
  it('returns the exact slope without noise', () => {
    const { slope, low, high } = slopeOf(grow(4.8, 30, 0))
    expect(slope).toBeCloseTo(4.8)
    expect(low).toBeCloseTo(4.8)
    expect(high).toBeCloseTo(4.8)
  })

  it('bounds the real slope more tightly over time', () => {
    const [short, long] = [20, 480].map((minutes) => slopeOf(grow(0, minutes, 2)))
    for (const { low, high } of [short!, long!]) {
      expect(low).toBeLessThan(0)
      expect(high).toBeGreaterThan(0)
    }
    expect(long!.high).toBeLessThan(0.2)
    expect(short!.high).toBeGreaterThan(long!.high * 5)
  })

  it('detects a leak despite noise', () => {
    expect(slopeOf(grow(4.8, 60, 1)).low).toBeGreaterThan(3)
  })

  it('widens the interval for correlated samples', () => {
    // A cache that fills and empties periodically looks like growth for a long time.
    const wave = (step: number) =>
      Array.from({ length: 60 }, (_, at) => ({ time: at, value: Math.sin(at / step) }))
    const width = ({ low, high }: { low: number; high: number }) => high - low
    expect(width(slopeOf(wave(9)))).toBeGreaterThan(width(slopeOf(wave(0.7))) * 2)
  })

  it('rejects too few samples', () => {
    expect(() => slopeOf(grow(0, 9, 1))).toThrow('9 samples are too few')
  })
})
