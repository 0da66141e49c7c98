import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  dataFolderArgument,
  demoRoleArgument,
  isHelpRequested,
  isPolicyRequested,
  selfTestArgument,
  verifyLogArgument,
  whoamiArguments,
} from './arguments.ts'

describe('command-line arguments', () => {
  it.each([
    [['electron', '.', '--data', 'here'], resolve('here')],
    [['electron', '.', '--data=/there'], resolve('/there')],
    [['electron', '.', '--enable-features=X', '--data', '/there'], resolve('/there')],
    [['electron', '.'], undefined],
  ])('reads the data folder from %j', (argv, folder) =>
    expect(dataFolderArgument(argv)).toBe(folder),
  )

  it('reads --help', () => {
    expect(isHelpRequested(['latchkey', '--no-sandbox', '--help'])).toBe(true)
    expect(isHelpRequested(['latchkey', '-h'])).toBe(true)
    expect(isHelpRequested(['latchkey', '--help-me'])).toBe(false)
  })

  it('reads --policy', () => {
    expect(isPolicyRequested(['electron', '.', '--no-sandbox', '--policy'])).toBe(true)
    expect(isPolicyRequested(['latchkey', '--policy=no'])).toBe(false)
    expect(isPolicyRequested(['latchkey'])).toBe(false)
  })

  it('reads the role of the demo', () => {
    expect(demoRoleArgument(['electron', '.', '--demo'])).toBe('user')
    expect(demoRoleArgument(['electron', '.', '--demo-admin'])).toBe('admin')
    expect(demoRoleArgument(['electron', '.'])).toBeUndefined()
  })

  it.each([
    [['electron', '.', '--self-test', 'report.json'], { file: resolve('report.json') }],
    [['latchkey', '--self-test=/there.json'], { file: resolve('/there.json') }],
    [['latchkey', '--no-sandbox', '--self-test', '/there.json'], { file: resolve('/there.json') }],
    [['latchkey', '--self-test'], { file: undefined }],
    [['latchkey', '--self-test='], { file: undefined }],
    [['latchkey', '--self-test', '--no-sandbox'], { file: undefined }],
    [['latchkey', '--demo'], undefined],
  ])('reads the self-test file from %j', (argv, expected) =>
    expect(selfTestArgument(argv)).toEqual(expected),
  )

  it.each([
    [['electron', '.', '--verify-log', 'log.csv'], 'log.csv'],
    [['latchkey', '--verify-log=/there.json', '--no-sandbox'], '/there.json'],
    [['latchkey', '--verify-log'], ''],
    [['latchkey', '--verify-log', '--no-sandbox'], ''],
    [['latchkey', '--demo'], undefined],
  ])('reads the export to verify from %j', (argv, file) =>
    expect(verifyLogArgument(argv)).toBe(file),
  )

  it.each([
    [['electron', '.', 'whoami'], { folder: undefined, isJson: false }],
    [['latchkey', 'whoami', '/work', '--json'], { folder: '/work', isJson: true }],
    [['latchkey', '--no-sandbox', '--json', 'whoami', '.'], { folder: '.', isJson: true }],
    [['latchkey', '--data', 'whoami'], undefined],
    [['electron', '.', 'latchkey://whoami'], undefined],
  ])('reads the whoami command from %j', (argv, expected) =>
    expect(whoamiArguments(argv)).toEqual(expected),
  )
})
