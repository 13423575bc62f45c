// Vitest runs this file before every file of tests, and what it imports once for each worker: replacing a method again
// would wrap it once for every file so far.
import './one-connection.ts'
