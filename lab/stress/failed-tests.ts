interface VitestReport {
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { status: string; fullName: string }[]
  }[]
}

/** The names of failed tests in a report from Vitest’s JSON reporter, and of files that couldn’t be loaded. */
export function failedInVitest(report: VitestReport): string[] {
  return report.testResults.flatMap(({ name, status, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed')
    if (status === 'failed' && failed.length === 0) return [name]
    return failed.map((test) => `${name}: ${test.fullName}`)
  })
}

interface PlaywrightSuite {
  file: string
  suites?: PlaywrightSuite[]
  specs: { title: string; tests: { status: 'expected' | 'unexpected' | 'flaky' | 'skipped' }[] }[]
}

/** The names of failed or flaky tests in a report from Playwright’s JSON reporter. */
export function failedInPlaywright(report: { suites: PlaywrightSuite[] }): string[] {
  return report.suites.flatMap(failedInSuite)
}

function failedInSuite({ file, suites = [], specs }: PlaywrightSuite): string[] {
  const failed = specs.flatMap(({ title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ status }) => `${file}: ${title}${status === 'flaky' ? ' (flaky)' : ''}`),
  )
  return [...failed, ...suites.flatMap(failedInSuite)]
}
