/** The slope of a straight line through samples, with its confidence interval. */
export interface Slope {
  /** Per unit of time. */
  slope: number
  /** The limits of the 95% confidence interval. */
  low: number
  high: number
}

export interface Sample {
  time: number
  value: number
}

/**
 * Fits the slope by least squares. Adjacent samples are correlated, so the confidence interval is based on the number
 * of independent samples (first-order autoregressive process). Requires at least ten samples.
 */
export function slopeOf(samples: readonly Sample[]): Slope {
  const count = samples.length
  if (count < 10) throw new Error(`${count} samples are too few for a slope.`)
  const meanTime = mean(samples.map(({ time }) => time))
  const meanValue = mean(samples.map(({ value }) => value))
  const spread = sum(samples.map(({ time }) => (time - meanTime) ** 2))
  const slope =
    sum(samples.map(({ time, value }) => (time - meanTime) * (value - meanValue))) / spread
  const residuals = samples.map(({ time, value }) => value - meanValue - slope * (time - meanTime))
  const squaredError = sum(residuals.map((one) => one ** 2))
  const rawAutocorrelation =
    squaredError === 0
      ? 0
      : sum(residuals.slice(1).map((one, at) => one * residuals[at]!)) / squaredError
  const autocorrelation = Math.min(Math.max(rawAutocorrelation, 0), 0.9)
  const independent = Math.max(4, count * ((1 - autocorrelation) / (1 + autocorrelation)))
  const error =
    Math.sqrt(squaredError / (independent - 2) / spread) * Math.sqrt(count / independent)
  const margin = studentT(independent - 2) * error
  return { slope, low: slope - margin, high: slope + margin }
}

/**
 * The 97.5% quantile of Student’s t distribution, by the Cornish–Fisher expansion. The error is below 0.02 for 4 or
 * more degrees of freedom.
 */
function studentT(degrees: number): number {
  const z = 1.959964
  const first = (z ** 3 + z) / 4
  const second = (5 * z ** 5 + 16 * z ** 3 + 3 * z) / 96
  const third = (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / 384
  return z + first / degrees + second / degrees ** 2 + third / degrees ** 3
}

const sum = (values: readonly number[]): number => values.reduce((total, one) => total + one, 0)
const mean = (values: readonly number[]): number => sum(values) / values.length
