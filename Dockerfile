# Environments and agents with their machine code; `docker build -t tablemates .`
FROM python:3.12 AS build

WORKDIR /source
COPY . .
RUN pip wheel --no-cache-dir --no-deps --wheel-dir /wheels .

FROM python:3.12-slim

COPY --from=build /wheels /wheels
RUN pip install --no-cache-dir /wheels/*.whl \
    && useradd --uid 1000 --create-home player

USER 1000
WORKDIR /home/player

CMD ["python"]
