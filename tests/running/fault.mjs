// Loaded before the server: a fault that nobody catches, when a test asks for it.
process.on('SIGUSR2', () => {
  Promise.reject(new Error('a fault for anna@verein.example'));
});
