// Preloaded into the server: raises an uncaught fault on SIGUSR2.
process.on('SIGUSR2', () => {
  Promise.reject(new Error('a fault for anna@verein.example'));
});
