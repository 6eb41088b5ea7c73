/** How rough a run is; each seed draws its own. Shares of steps. */
export interface Weather {
  crash: number;
  lost: number;
  cut: number;
  sleep: number;
  clock: number;
  timer: number;
}

export const calm: Weather = { crash: 0, lost: 0, cut: 0, sleep: 0, clock: 0.05, timer: 0.02 };
