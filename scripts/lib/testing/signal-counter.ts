// Stands in for Electron: prints each signal, and exits on SIGTERM, or after a timeout if there is none.
process.on('SIGINT', (signal) => console.log(signal))
process.on('SIGTERM', (signal) => {
  console.log(signal)
  process.exit(0)
})
setTimeout(() => process.exit(9), 120_000)
console.log('ready')
