// In the place of Electron: prints each signal, and ends by SIGTERM, or after a while where none comes.
process.on('SIGINT', (signal) => console.log(signal))
process.on('SIGTERM', (signal) => {
  console.log(signal)
  process.exit(0)
})
setTimeout(() => process.exit(9), 120_000)
console.log('ready')
