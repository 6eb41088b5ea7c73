import { z } from 'zod';
import { describeRoutes } from '#lib/openapi.ts';
import { otherMethods } from '#lib/other-methods.ts';
import { route } from '#lib/route.ts';
import { routeModules } from '../route-modules.ts';

const version = '0.1.0';

export const GET = route(
  {
    permission: 'openapi.read',
    summary: 'This description',
    responses: { 200: z.looseObject({ openapi: z.string() }) },
  },
  async ({ services: { env } }) =>
    Response.json(describeRoutes(routeModules, { title: env.COMPANY_NAME, version, server: env.PORTAL_URL })),
);

export const { DELETE, OPTIONS, PATCH, POST, PUT } = otherMethods({ GET });
