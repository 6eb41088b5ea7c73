import type { Env } from '#lib/env.ts';
import { createServices, type Services } from '#lib/services.ts';

/** Makes `services()` answer with services of this test. */
export function serveWith(settings: Env): Services {
  const services = createServices(settings, 'test');
  (globalThis as typeof globalThis & { __blazonServices?: Services }).__blazonServices = services;
  return services;
}
